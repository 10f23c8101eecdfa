import { clip, idCandidates, NotFound } from '@slipway/domain';
import { locateRelease } from '@slipway/persistence';
import type { ScriptAction } from '@slipway/scripts';
import { createBody, folderNamed, givenValues } from '@slipway/wire';
import type { Scripting } from '../context/context.ts';
import type { Elsewhere } from './elsewhere.ts';

type Starting = Extract<ScriptAction, { does: 'startTemplate' }>;

/** A release from a template, started in the moment in which it is made. Throws NotFound, and the schema's error. */
export async function startTemplate({ database }: Scripting, { templateId, order }: Starting): Promise<Elsewhere> {
  const body = createBody.parse(order);
  const template = await locateRelease(database, idCandidates('Release', templateId));
  if (template === null) throw new NotFound(`there is no template '${clip(templateId)}'`);
  const { id } = template;
  const folder = body.folderId ? await folderNamed(database, body.folderId) : null;
  const asked = {
    releaseTitle: body.releaseTitle,
    folderId: folder?.id ?? null,
    variables: givenValues(body),
    scheduledStartDate: body.scheduledStartDate ?? null,
    autoStart: false,
    startedFromTaskId: null,
    releaseOwner: body.releaseOwner ? body.releaseOwner : null,
    startsNow: true,
  };
  return {
    doing: 'start a release from a template',
    id,
    permission: 'template#create_release',
    carryOut: (engine, by) => engine.createRelease(id, asked, by),
  };
}
