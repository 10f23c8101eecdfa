/** Output on stdout for the user of the terminal: progress, then one line with the address. */
export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Notifies the launcher that the product is ready. The launcher restarts it after a crash only if it was ready once. A
 * failed start needs the operator.
 */
export function notifyParent(): void {
  process.send?.({ ready: true }, () => undefined);
}

/**
 * The line after the start: the address, the login, and a command to try. `password` is the admin's password if it may
 * be printed, or null.
 */
export function readyLine(address: string, password: string | null): string {
  const login = password === null ? 'admin, with its password' : `admin/${password}`;
  const user = password === null ? 'admin' : `admin:${password}`;
  return `Slipway is ready at ${address} (login ${login}). Try: curl -u ${user} ${address}/api/v1/templates`;
}
