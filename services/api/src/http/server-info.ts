import type { RequestHandler } from 'express';
import { replyJson, replyText } from './reply.ts';

/**
 * The version of the product, which clients ask for to learn what they talk to and whether their login is right
 * (operations.md, called by clients). Those that only read XML say so.
 */
export const serverInfo =
  (version: string): RequestHandler =>
  ({ headers }, response) => {
    const accepted = headers.accept ?? '';
    const wantsXml = /\b(application|text)\/xml\b/.test(accepted) && !accepted.includes('json');
    if (wantsXml) replyText(response, 'application/xml; charset=utf-8', xml(version));
    else replyJson(response, { version });
  };

const xml = (version: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<server-info><version>${version}</version></server-info>\n`;
