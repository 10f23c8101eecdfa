import type { IncomingMessage } from 'node:http';
import { expects } from '@slipway/api-schema/format';
import { message } from '@slipway/domain/messages';
import type { Invalid } from '@slipway/domain/model';
import { type ZodType, z } from 'zod';
import { parseJson, toUtf8 } from '../http/body/json.ts';
import { charsetOf, readBody } from '../http/body/read-body.ts';
import { refusalOf } from '../http/query.ts';

/** A text of a credential, without control characters. */
export const credentialText = (maxLength: number) =>
  z
    .string(expects(message('expected.text')))
    .max(maxLength, expects(message('expected.maxCharacters', { max: maxLength })))
    .regex(/^[^\p{Cc}\uFFFD]*$/u, expects(message('expected.printableText')));

/** The maximum size of a body with credentials, in bytes. */
const maxBodyBytes = 16_384;
const maxTextBytes = 8_192;

/**
 * Reads a body with credentials. `invalidBody` returns the error for a body that is not such an object. No error repeats
 * the body. Throws Invalid, TooLarge, UnsupportedMediaType.
 */
export async function readCredentialBody<T>(
  incoming: IncomingMessage,
  schema: ZodType<T>,
  invalidBody: () => Invalid,
): Promise<T> {
  const charset = charsetOf(incoming);
  const text = toUtf8(await readBody(incoming, maxBodyBytes), charset);
  const result = schema.safeParse(parse(text, invalidBody));
  if (result.success) return result.data;
  throw refusalOf(result.error, invalidBody);
}

function parse(text: Buffer, invalidBody: () => Invalid): unknown {
  try {
    return parseJson(text, maxTextBytes);
  } catch {
    throw invalidBody();
  }
}
