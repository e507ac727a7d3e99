# The highest part stores first, so that a lower lane's value stays.
s/for \(int p = Parts - 1; p >= 0; p--\)/for (int p = 0; p < Parts; p++)/
