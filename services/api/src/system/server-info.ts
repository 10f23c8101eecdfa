import type { PlainRoute } from '../http/plain-route.ts';
import { jsonReply } from '../http/reply.ts';

/** What clients learn of the server that they talk to, each a text without markup. */
export interface ServerInfo {
  /** of the family's API; clients choose their calls by it (compatibility.md, Answers) */
  readonly version: string;
  readonly product: string;
  readonly productVersion: string;
}

/**
 * Identifies the server for clients; they also check their login with it (rest-operations.md, called by clients). Some
 * accept only XML.
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
