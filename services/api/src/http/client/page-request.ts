import type { IncomingMessage } from 'node:http';
import { listsType } from './negotiation.ts';

/** Whether a browser shows the response as a page. */
export const isPageRequest = (message: IncomingMessage): boolean => listsType(message, 'text/html');
