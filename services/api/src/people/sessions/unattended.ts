import type { IncomingMessage } from 'node:http';
import { listsType } from '../../http/client/negotiation.ts';

/**
 * Whether a browser asks by itself while nobody is at its page: the page says so of what it asks, and a stream of events,
 * of which nobody can say anything, is begun anew for as long as it is open (decisions/unattended.md).
 */
export const isUnattended = (message: IncomingMessage): boolean =>
  message.headers['slipway-unattended'] === 'true' || listsType(message, 'text/event-stream');
