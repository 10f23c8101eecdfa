import type { RemoteUser } from './order.ts';

/** The programs for a POSIX shell of the remote machine. Texts of users are in quotes, and scripts are never in them. */

/** The maximum number of bytes of each output that a program returns: the first and the last part of a longer output. */
export const outputPart = 131_072;

/** Returns a text as one word of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Joins the lines of a program: some login shells permit no line break within quotes. */
const oneLine = (program: string): string => program.trim().replaceAll(/\n\s*/g, ' ');

/** The files of a script on the remote machine. */
export interface RemoteRun {
  /** letters, digits and hyphens that no other user of the machine can guess */
  readonly id: string;
  /** the folder for temporary files */
  readonly folder: string;
}

const folderOf = ({ id, folder }: RemoteRun): string => `${folder.replace(/\/+$/, '')}/slipway-${id}`;

/** Returns the words that run a script: its first line names the interpreter, as for the kernel. */
export function interpreterOf(script: string): string {
  const [, path, option] = /^#!\s*(\S+)[ \t]*(.*?)[ \t]*\r?(?:\n|$)/.exec(script) ?? [];
  if (path === undefined) return '/bin/sh';
  return option ? `${quoted(path)} ${quoted(option)}` : quoted(path);
}

/** Sets `alive` for the process in `p`: the number can belong to another process after a restart of the machine. */
const checkProcess = (id: string): string => `
  alive=;
  if kill -0 "$p" 2>/dev/null; then
    if [ -r "/proc/$p/cmdline" ]; then tr '\\0' ' ' <"/proc/$p/cmdline" | grep -q ${id} && alive=1;
    else alive=1; fi;
  fi;`;

/** Prints the state, and the outputs of a script that has ended: `out` to stdout, `err` to stderr. */
const report = (id: string): string => `
  show() { if [ "$(($(wc -c <"$1")))" -le ${2 * outputPart} ]; then cat "$1";
    else head -c ${outputPart} "$1"; tail -c ${outputPart} "$1"; fi; };
  size() { if [ -f "$1" ]; then echo "$(($(wc -c <"$1")))"; else echo 0; fi; };
  ended() { echo ${id} "$1" "$(cat "$d/code" 2>/dev/null || echo -)" "$(size "$d/out")" "$(size "$d/err")";
    echo ${id} >&2; [ -f "$d/out" ] && show "$d/out"; [ -f "$d/err" ] && show "$d/err" >&2; };
  p=$(cat "$d/pid" 2>/dev/null);
  if [ -f "$d/code" ]; then ended ended;
  elif [ ! -d "$d/started" ]; then echo ${id} missing;
  elif [ -z "$p" ]; then echo ${id} starting;
  else ${checkProcess(id)}
    if [ -n "$alive" ]; then echo ${id} running; elif [ -f "$d/code" ]; then ended ended; else ended lost; fi;
  fi`;

/** The process that runs the script, as the leader of its own group: its number, the script, then its exit code. */
const runner = (interpreter: string): string =>
  oneLine(`
  echo $$ >"$1/pid.part"; mv "$1/pid.part" "$1/pid"; umask "$2";
  ${interpreter} "$1/script" >"$1/out" 2>"$1/err" </dev/null; code=$?;
  umask 077; echo $code >"$1/code.part"; mv "$1/code.part" "$1/code"`);

/** The properties of a start. */
interface Start {
  /** the length of the script in bytes, by which the program detects an interrupted transfer */
  readonly bytes: number;
  readonly interpreter: string;
  /** the working folder; null: the one of the login */
  readonly directory: string | null;
}

/** The exit codes of programs that have changed nothing. */
export const programFaults = { folder: 91, transfer: 92, directory: 93 } as const;

/**
 * Returns the program that stores the script from its stdin, and starts it detached. The folder `started` is the
 * marker: the program that creates it starts the script, and no other one does, however often the program runs.
 */
export function startProgram(run: RemoteRun, { bytes, interpreter, directory }: Start): string {
  const { id } = run;
  const launch = `sh -c ${quoted(runner(interpreter))} ${id} "$d" "$u" </dev/null >/dev/null 2>&1 &`;
  return oneLine(`
  u=$(umask); umask 077; d=${quoted(folderOf(run))};
  [ -d "$d" ] || mkdir "$d" || [ -d "$d" ] || exit ${programFaults.folder};
  if [ ! -d "$d/started" ]; then
    ${directory === null ? '' : `cd ${quoted(directory)} || { rm -rf "$d"; exit ${programFaults.directory}; };`}
    echo ${id} ready;
    cat >"$d/part.$$" && [ "$(($(wc -c <"$d/part.$$")))" -eq ${bytes} ] || { rm -f "$d/part.$$"; exit ${programFaults.transfer}; };
    if mkdir "$d/started" 2>/dev/null; then
      mv "$d/part.$$" "$d/script";
      if command -v setsid >/dev/null 2>&1; then setsid ${launch} else set -m; nohup ${launch} fi;
      i=0; while [ $i -lt 20 ] && [ ! -f "$d/code" ]; do sleep 0.1 2>/dev/null || i=20; i=$((i+1)); done;
    else rm -f "$d/part.$$"; fi;
  fi;
  ${report(id)}`);
}

/** Returns the program that reads the state and the outputs of a script. It changes nothing. */
export const readProgram = (run: RemoteRun): string => oneLine(`d=${quoted(folderOf(run))}; ${report(run.id)}`);

/**
 * Returns the program that ends a script with all processes of its group. A script that has not started gets the marker
 * `started`, so that it never starts.
 */
export function stopProgram(run: RemoteRun): string {
  const { id } = run;
  return oneLine(`
  umask 077; d=${quoted(folderOf(run))}; mkdir "$d" 2>/dev/null;
  if mkdir "$d/started" 2>/dev/null; then rm -f "$d"/part.*;
  else
    i=0; while [ ! -s "$d/pid" ] && [ $i -lt 3 ]; do sleep 1; i=$((i+1)); done;
    p=$(cat "$d/pid" 2>/dev/null); alive=;
    if [ -n "$p" ]; then ${checkProcess(id)} fi;
    if [ -n "$alive" ]; then
      kill -s TERM -- "-$p";
      i=0; while kill -s 0 -- "-$p" 2>/dev/null && [ $i -lt 5 ]; do sleep 1; i=$((i+1)); done;
      kill -s KILL -- "-$p" 2>/dev/null;
    fi;
    rm -rf "$d";
  fi;
  echo ${id} stopped`);
}

/** Returns the program that deletes the files of a script that has ended. */
export const removeProgram = (run: RemoteRun): string =>
  oneLine(`rm -rf ${quoted(folderOf(run))}; echo ${run.id} removed`);

/** Returns the program that checks a login. */
export const checkProgram = (id: string): string => `echo ${id} ok`;

/** The prompt of `sudo`, after which the password is sent. */
export const promptOf = (id: string): string => `slipway-${id}:`;

/** Returns the command line that runs a program as a user. It contains no password. */
export function commandLine(program: string, user: RemoteUser, id: string): string {
  const shell = `/bin/sh -c ${quoted(program)}`;
  switch (user.kind) {
    case 'login':
      return shell;
    case 'sudo':
      return user.password === null
        ? `sudo -n -u ${quoted(user.name)} -- ${shell}`
        : `sudo -S -p ${quoted(promptOf(id))} -u ${quoted(user.name)} -- ${shell}`;
    case 'su':
      return `env LC_ALL=C su ${quoted(user.name)} -c ${quoted(shell)}`;
  }
}
