import type { PlainRoute } from '../http/plain-route.ts';
import { jsonReply } from '../http/reply.ts';

/** What clients learn of the server that they talk to, each a text without markup. */
export interface ServerInfo {
  /** of the API of the family that is spoken: clients choose their calls by it (decisions.md, Answers) */
  readonly version: string;
  readonly product: string;
  readonly productVersion: string;
}

/**
 * What clients ask for to learn what they talk to and whether their login is right (operations.md, called by clients).
 * Those that only read XML say so.
 */
export const serverInfoRoute = (info: ServerInfo): PlainRoute => ({
  method: 'GET',
  path: '/server/info',
  answer: ({ message: { headers } }) => {
    const accepted = headers.accept ?? '';
    const wantsXml = /\b(application|text)\/xml\b/.test(accepted) && !accepted.includes('json');
    return wantsXml ? { status: 200, type: 'application/xml; charset=utf-8', content: xml(info) } : jsonReply(info);
  },
});

const xml = (info: ServerInfo): string => {
  const members = Object.entries(info).map(([name, text]) => `<${name}>${text}</${name}>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<server-info>${members.join('')}</server-info>\n`;
};
