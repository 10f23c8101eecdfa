import {
  type Caller,
  Conflict,
  Forbidden,
  Invalid,
  missingPermission,
  NotFound,
  rootFolderId,
  toRead,
} from '@slipway/domain';
import { listTemplates, releasesByTitle, searchReleases } from '@slipway/persistence';
import type { ScriptQuestion, ScriptReply } from '@slipway/scripts';
import { filterBody, filterOf, folderNamed, orderOf } from '@slipway/wire';
import { ZodError } from 'zod';
import { asScriptsRead } from '../context/as-scripts-read.ts';
import type { Scripting } from '../context/context.ts';
import {
  configurationFor,
  configurationsFor,
  folderAt,
  folderFor,
  foldersFor,
  folderVariablesFor,
  globalVariablesFor,
} from './read-folders.ts';
import { phaseFor, releaseFor, releasesFor, taskFor, variableFor } from './read-plans.ts';

/**
 * Answers what a script has asked, as REST would answer the user whom the release's scripts run as, or with the words in
 * which REST would refuse. Throws what is no refusal.
 */
export async function replyTo(scripting: Scripting, by: Caller | null, question: ScriptQuestion): Promise<ScriptReply> {
  try {
    if (by === null) {
      throw new Forbidden(
        'a script reads only its own release until scriptUsername is set on that, as whom it may read',
      );
    }
    const permission = toRead[question.asks];
    if (permission !== null && !by.may(permission)) {
      throw missingPermission(permission, 'id' in question ? question.id : rootFolderId);
    }
    return { value: asScriptsRead(await answerTo(scripting, by, question)) };
  } catch (error) {
    return { refused: refusalOf(error) };
  }
}

/** The class names that exceptions have in scripts. */
function refusalOf(error: unknown): { readonly type: string; readonly message: string } {
  if (error instanceof ZodError) {
    const [first] = error.issues;
    return { type: 'InvalidException', message: `${first?.path.join('.') || 'the filter'}: ${first?.message}` };
  }
  if (error instanceof NotFound) return { type: 'NotFoundException', message: error.message };
  if (error instanceof Forbidden) return { type: 'ForbiddenException', message: error.message };
  if (error instanceof Invalid || error instanceof Conflict)
    return { type: 'InvalidException', message: error.message };
  throw error;
}

async function answerTo(scripting: Scripting, by: Caller, question: ScriptQuestion): Promise<unknown> {
  switch (question.asks) {
    case 'release':
    case 'archivedRelease':
    case 'template':
      return await releaseFor(scripting, by, question.asks, question.id);
    case 'phase':
      return await phaseFor(scripting, question.id);
    case 'task':
      return await taskFor(scripting, question.id);
    case 'variable':
      return await variableFor(scripting, by, question.id);
    case 'releasesByTitle':
      return await releasesFor(scripting, by, await releasesByTitle(scripting.database, question.title, 'everything'));
    case 'releases':
      return await matching(scripting, by, question);
    case 'templates':
      return await templates(scripting, by, question);
    case 'folder':
      return await folderFor(scripting, question.id);
    case 'folderAt':
      return await folderAt(scripting, question.path);
    case 'folders':
      return await foldersFor(scripting, question);
    case 'folderVariables':
      return await folderVariablesFor(scripting, question);
    case 'globalVariables':
      return await globalVariablesFor(scripting);
    case 'configuration':
      return await configurationFor(scripting, question.id);
    case 'configurations':
      return await configurationsFor(scripting, question);
  }
}

type Asks<A extends ScriptQuestion['asks']> = Extract<ScriptQuestion, { asks: A }>;

async function templates(scripting: Scripting, by: Caller, { title, tags, folderId, ...part }: Asks<'templates'>) {
  const { database } = scripting;
  const folder = folderId === null ? null : await folderNamed(database, folderId);
  const filter = { title: title ?? undefined, tags, folderId: folder?.id ?? null };
  const { page, resultsPerPage: limit } = part;
  const ids = await listTemplates(database, filter, 'everything', { limit, offset: page * limit });
  return await releasesFor(scripting, by, ids);
}

async function matching(scripting: Scripting, by: Caller, { filter, page, resultsPerPage: limit }: Asks<'releases'>) {
  const { database } = scripting;
  const body = filterBody.parse(filter);
  const parent = body.parentId && body.parentId !== rootFolderId ? await folderNamed(database, body.parentId) : null;
  const archived = body.onlyArchived ?? false;
  const place = { archived, scope: 'everything' } as const;
  const part = { limit, offset: page * limit };
  const ids = await searchReleases(database, filterOf(body, by, parent?.id ?? null), place, orderOf(body), part);
  return await releasesFor(scripting, by, ids, archived);
}
