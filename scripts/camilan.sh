#!/bin/sh
# Runs a command of this release with the Node that it brings, without npm: ./camilan start
set -eu
cd -- "$(dirname -- "$(readlink -f -- "$0")")"
PATH="$PWD/node_modules/.bin:$PATH"
export PATH
script=$(node -p 'require("./package.json").scripts[process.argv[1]] ?? ""' -- "${1:-}")
if [ -z "$script" ]; then
  echo "Usage: ./camilan COMMAND, one of: $(node -p 'Object.keys(require("./package.json").scripts).join(", ")')" >&2
  exit 2
fi
shift
exec sh -c "$script \"\$@\"" camilan "$@"
