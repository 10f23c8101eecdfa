import { CannotStart } from './cannot-start.ts';
import type { Config } from './config.ts';

/** What hinders a process from listening is for the person who starts it to mend: one sentence, as `CannotStart`. */
export function refusePort(error: NodeJS.ErrnoException, { host, port }: Pick<Config, 'host' | 'port'>): never {
  if (error.code === 'EADDRINUSE') {
    throw new CannotStart(`port ${port} of ${host} is taken: stop what listens there, or set PORT to another`);
  }
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') throw error;
  throw new CannotStart(`cannot listen on port ${port} of ${host}: ${error.message}`);
}
