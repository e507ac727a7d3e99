#!/bin/sh
# A compiler launcher that replaces the project's compiler by another one (GputmUnitModule.cmake):
#   gputm_model_compiler.sh COMPILER [LAUNCHER ...] -- THE_PROJECTS_COMPILER ARGUMENT ...
# calls [LAUNCHER ...] COMPILER ARGUMENT ..., without options that only GCC has.
compiler=$1
shift
launcher=
while [ "$1" != -- ]; do
  launcher="$launcher $1"
  shift
done
shift 2
count=$#
while [ "$count" -gt 0 ]; do
  argument=$1
  shift
  count=$((count - 1))
  if [ "$argument" = --param ]; then
    shift
    count=$((count - 1))
  else
    set -- "$@" "$argument"
  fi
done
# shellcheck disable=SC2086  # words of a launcher have no spaces
exec $launcher "$compiler" "$@"
