import { StartupError } from './startup-error.ts';

/** Where a process listens. */
export interface HostPort {
  readonly host: string;
  readonly port: number;
  /** The variable that configures it. */
  readonly variable?: string;
}

/** Converts a listen error into a message for the operator, as `StartupError`. */
export function refusePort(error: NodeJS.ErrnoException, { host, port, variable = 'PORT' }: HostPort): never {
  if (error.code === 'EADDRINUSE') {
    throw new StartupError(`port ${port} of ${host} is taken: stop what listens there, or set ${variable} to another`);
  }
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') throw error;
  throw new StartupError(`cannot listen on port ${port} of ${host}: ${error.message}`);
}
