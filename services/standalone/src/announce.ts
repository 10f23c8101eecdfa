/** What the person at the terminal reads on stdout: progress, then one line that says how to begin. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Tells who has started us that we serve: only what did so once is started again, a start that fails is for the person to mend. */
export function tellStarter(): void {
  process.send?.({ ready: true }, () => undefined);
}

/**
 * The one line that says that all is ready: the address, the login, and a command to try. `password` is what may be shown
 * of the admin's, or null.
 */
export function readyLine(address: string, password: string | null): string {
  const login = password === null ? 'admin, with its password' : `admin/${password}`;
  const user = password === null ? 'admin' : `admin:${password}`;
  return `Slipway is ready at ${address} (login ${login}). Try: curl -u ${user} ${address}/api/v1/templates`;
}
