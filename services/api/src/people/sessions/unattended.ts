import type { IncomingMessage } from 'node:http';

/**
 * Whether a browser asks by itself while nobody is at its page: the page says so of what it asks, and a stream of events,
 * of which nobody can say anything, is begun anew for as long as it is open (decisions/unattended.md).
 */
export const isUnattended = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers['slipway-unattended'] === 'true' || headers.accept?.includes('text/event-stream') === true;
