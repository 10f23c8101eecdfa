import type { PlainRoute } from '../http/plain-route.ts';
import { jsonReply } from '../http/reply.ts';

/** The versions of the server for clients. Each value is a text without markup. */
export interface ServerInfo {
  /** The API version of the family, by which clients choose their calls (compatibility.md, Answers). */
  readonly version: string;
  readonly product: string;
  readonly productVersion: string;
}

/**
 * Returns the versions of the server. Clients also verify their login with this route (rest-operations.md, called by
 * clients). Some of them accept only XML.
 */
export const serverInfoRoute = (info: ServerInfo): PlainRoute => ({
  method: 'GET',
  path: '/server/info',
  answer: ({ message: { headers } }) => {
    const accepted = headers.accept ?? '';
    const wantsXml = /\b(application|text)\/xml\b/.test(accepted) && !accepted.includes('json');
    return wantsXml ? { status: 200, type: 'application/xml; charset=utf-8', content: toXml(info) } : jsonReply(info);
  },
});

const toXml = (info: ServerInfo): string => {
  const members = Object.entries(info).map(([name, text]) => `<${name}>${text}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<server-info>${members.join('')}</server-info>\n`;
};
