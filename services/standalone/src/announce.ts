import type { Config } from '@slipway/runtime';
import { isAlone } from './first-content.ts';

/** What the person at the terminal reads on stdout: progress, then one line that says how to begin. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** A password that was chosen by nobody is shown, once; one that somebody chose never is. */
function shownPassword(config: Config, made: string | null): string | null {
  if (config.adminPassword !== undefined) return null;
  return made ?? (isAlone(config) ? 'admin' : null);
}

/** The one line that says that all is ready: the address, the login, and a command to try. `made`: a new admin's password. */
export function readyLine(address: string, config: Config, made: string | null): string {
  const password = shownPassword(config, made);
  const login = password === null ? 'admin, with its password' : `admin/${password}`;
  const user = password === null ? 'admin' : `admin:${password}`;
  return `Slipway is ready at ${address} (login ${login}). Try: curl -u ${user} ${address}/api/v1/templates`;
}
