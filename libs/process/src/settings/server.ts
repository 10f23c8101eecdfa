import { z } from 'zod';
import { type Read, rule, wholeNumber } from './setting.ts';

const port = wholeNumber(0, 65535);

/** The settings of the address on which a process listens. */
export const listenVariables = {
  PORT: port.default(5516).meta(rule('must be a port number from 0 to 65535 (0 uses any free port)', '5516')),
  HOST: z
    .string()
    .regex(/^[\w.:-]{1,253}$/)
    .default('127.0.0.1')
    .meta(rule('must be an address or a host name to listen on', '127.0.0.1')),
  MANAGEMENT_PORT: port.optional().meta(rule('must be a port number from 0 to 65535 (0 uses any free port)', '9090')),
};

/** The limits for event streams. */
export const streamVariables = {
  LIVE_STREAMS: wholeNumber(1, 9_000)
    .default(1_000)
    .meta(rule('must be a whole number of event streams from 1 to 9000', '1000')),
  LIVE_STREAMS_PER_USER: wholeNumber(1, 9_000)
    .default(20)
    .meta(rule('must be a whole number of event streams from 1 to 9000', '20')),
};

/** The settings of shutdown, in seconds. */
export const shutdownVariables = {
  DRAIN_SECONDS: wholeNumber(0, 3_600).default(0).meta(rule('must be a whole number of seconds from 0 to 3600', '10')),
  // Shorter than the 30 s that a container is usually given to stop.
  STOP_SECONDS: wholeNumber(1, 3_600).default(20).meta(rule('must be a whole number of seconds from 1 to 3600', '20')),
};

export const serverSettings = (
  read: Read<typeof listenVariables & typeof streamVariables & typeof shutdownVariables>,
) => ({
  port: read.PORT,
  host: read.HOST,
  /** the port of probes and metrics; undefined: the port of the service */
  managementPort: read.MANAGEMENT_PORT,
  liveStreams: read.LIVE_STREAMS,
  liveStreamsPerUser: read.LIVE_STREAMS_PER_USER,
  drainSeconds: read.DRAIN_SECONDS,
  stopSeconds: read.STOP_SECONDS,
});
