import type { IncomingMessage } from 'node:http';
import { listsType } from '../../http/client/negotiation.ts';

/**
 * Whether a browser sends a request without a user at its page: the page marks its own ones, and a stream of events,
 * which cannot be marked, is reopened while the page is open (unattended.md).
 */
export const isUnattended = (message: IncomingMessage): boolean =>
  message.headers['slipway-unattended'] === 'true' || listsType(message, 'text/event-stream');
