import type { Config } from '@slipway/runtime';

/** What the person at the terminal reads on stdout: progress, then one line that says how to begin. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** The one line that says that all is ready: the address, the login, and a command to try. */
export function readyLine(address: string, { adminPassword }: Pick<Config, 'adminPassword'>): string {
  const [login, user] =
    adminPassword === undefined ? ['admin/admin', 'admin:admin'] : ['admin with your ADMIN_PASSWORD', 'admin'];
  return `Slipway is ready at ${address} (login ${login}). Try: curl -u ${user} ${address}/api/v1/templates`;
}
