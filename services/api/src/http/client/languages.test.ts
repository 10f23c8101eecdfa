import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { findLanguage } from '@slipway/board';
import { expect, test } from 'vitest';
import { preferredLanguages } from './negotiation.ts';

function languageFor(header: string | undefined): string | undefined {
  const message = new IncomingMessage(new Socket());
  if (header !== undefined) message.headers['accept-language'] = header;
  return findLanguage(preferredLanguages(message), { en: 1, de: 1, 'pt-BR': 1, 'zh-Hant': 1, zh: 1 });
}

test.each([
  ['de', 'de'],
  ['de-CH', 'de'],
  ['fr, de', 'de'],
  ['fr;q=0.9, en;q=0.5, de;q=0.8', 'de'],
  ['en, de', 'en'],
  ['de;q=0, en;q=0.1', 'en'],
  ['zh-Hant-TW', 'zh-Hant'],
  ['zh-Hans-CN', 'zh'],
  ['ZH-hant-tw', 'zh-Hant'],
  ['pt-br', 'pt-BR'],
])('a client that accepts %s gets %s', (header, language) => {
  expect(languageFor(header)).toBe(language);
});

test.each([undefined, '', '*', 'fr', 'pt', 'not a tag', 'constructor', 'x'.repeat(10_000)])(
  'a client that accepts %s gets the default language',
  (header) => {
    expect(languageFor(header)).toBe(undefined);
  },
);
