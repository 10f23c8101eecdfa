import type { IncomingMessage } from 'node:http';
import { Forbidden } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { BadFile, codeSchema, zipOf } from '@slipway/formats';
import { applyCode, codeItems, generateCode } from '@slipway/resources';
import { showChanges } from '@slipway/wire';
import { z } from 'zod';
import type { Deps } from '../context/deps.ts';
import { requireCode } from '../http/body/code-type.ts';
import { fileIn, isForm, largestForm } from '../http/body/multipart.ts';
import { readBody } from '../http/body/read-body.ts';
import { refusalFor } from '../http/errors/status-codes.ts';
import type { PlainRequest, PlainRoute } from '../http/plain-route.ts';
import { parseBy, readQuery } from '../http/query.ts';
import { jsonReply, type Reply } from '../http/reply.ts';
import { provesUser } from '../people/proves-user.ts';
import { passwordsFor } from '../people/users/own-passwords.ts';
import { codeFiles } from './code-files.ts';

/** What command lines of the family send and read (operations.md, Called by clients). */
export const commandLineRoutes = (deps: Deps): readonly PlainRoute[] => [
  { method: 'POST', path: '/devops-as-code/apply', answer: (request) => told(() => applied(deps, request, 'keep')) },
  { method: 'POST', path: '/devops-as-code/preview', answer: (request) => told(() => applied(deps, request, 'undo')) },
  { method: 'GET', path: '/devops-as-code/generate', answer: (request) => told(() => generated(deps, request)) },
  { method: 'any', path: '/devops-as-code/schema', answer: () => jsonReply(codeSchema) },
];

async function applied(deps: Deps, { message, caller, client }: PlainRequest, ending: 'keep' | 'undo'): Promise<Reply> {
  const isSentAsForm = isForm(message);
  if (!isSentAsForm) requireCode(message.headers['content-type'] ?? '');
  const body = await readBody(message, largestForm);
  const items = codeItems(deps, await codeFiles(isSentAsForm ? (await fileIn(message, body)).bytes : body));
  const person = known(caller);
  const actor = { username: person.username, address: client.address };
  const order = { caller: person, actor, proves: provesUser(deps, actor), passwords: passwordsFor(deps, actor) };
  return jsonReply(showChanges(await applyCode(deps, order, items, ending)));
}

function known(caller: Person | null): Person {
  if (caller === null) throw new Error('a route behind the login was reached without one');
  return caller;
}

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');
const generating = z.object({
  path: z.string().default(''),
  globalPermissions: flag,
  users: flag,
  roles: flag,
  environments: flag,
  applications: flag,
  passwords: flag,
});

async function generated(deps: Deps, { message, caller }: PlainRequest): Promise<Reply> {
  const { path, globalPermissions, users, roles } = parseBy(generating, readQuery(urlOf(message)));
  const titles = path.split('/').filter((title) => title !== '');
  const { yaml, values } = await generateCode(deps, known(caller), { titles, globalPermissions, users, roles });
  const files = new Map([['index.yaml', yaml]]);
  if (values !== '') files.set('secrets.xlvals', values);
  return { status: 200, type: 'application/zip', content: await zipOf(files) };
}

const urlOf = ({ url = '' }: IncomingMessage): string => url;

/** A refusal as command lines read it: what is wrong with the document, or with something in it. */
async function told(answer: () => Promise<Reply>): Promise<Reply> {
  try {
    return await answer();
  } catch (error) {
    const { status, detail } = refusalFor(error);
    if (status >= 500) throw error;
    return jsonReply({ errors: errorsOf(error, detail) }, status);
  }
}

function errorsOf(error: unknown, detail: string): object {
  if (error instanceof BadFile) return { document: { field: 'document', problem: detail } };
  if (error instanceof Forbidden) return { permission: [{ ciId: detail, permission: detail }], generic: detail };
  return { generic: detail };
}
