# Of a column, only the lanes of the lowest part get what is loaded.
s/answered +=.*said_lanes \& \{Parts\{column_answered\}\}/answered = said_lanes \& Lanes'(column_answered)/
