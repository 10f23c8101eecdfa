import type { IncomingMessage } from 'node:http';

/** Whether a browser shows what is answered. */
export const isShown = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers.accept?.includes('text/html') === true;
