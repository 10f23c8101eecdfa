import { contentTypeOf, fileNameOf } from '@slipway/api-schema/attachments';
import {
  attachToRelease,
  attachToTask,
  type Receive,
  storeContent,
  type Upload,
} from '@slipway/application/attachments';
import { getPartLocation, getReleaseLocation, viewOrCommandNeeds } from '@slipway/application/plans';
import { type Command, neededForCommand } from '@slipway/domain/commands';
import { idCandidates } from '@slipway/domain/ids';
import { newId } from '@slipway/engine';
import type { ScriptAction } from '@slipway/script-protocol';
import type { ScriptContext } from '../context/context.ts';
import type { ActingRun } from './action-run.ts';
import { isOwnRelease, ownPart } from './own-parts.ts';
import { externalAction, externalCommand, ownAction, type ResolvedAction, withEngine } from './resolved-action.ts';

const kinds = ['attachToTask', 'detachFromTask', 'attachToRelease', 'detachFromRelease'] as const;

/** What a script does to files of tasks, releases and templates. */
export type AttachmentAction = Extract<ScriptAction, { does: (typeof kinds)[number] }>;
type AttachAction = Extract<AttachmentAction, { does: `attach${string}` }>;

export const isAttachmentAction = (action: ScriptAction): action is AttachmentAction =>
  kinds.some((does) => does === action.does);

/** Such an action as REST would do it. Throws NotFound, and Invalid for a name. */
export async function resolveAttachmentAction(
  context: ScriptContext,
  run: ActingRun,
  action: AttachmentAction,
): Promise<ResolvedAction> {
  switch (action.does) {
    case 'attachToTask': {
      const { taskId: rawId } = action;
      const ownId = ownPart(run, 'Task', rawId);
      if (ownId !== undefined)
        return ownAction(await attachCommand(context, action, { type: 'attachToTask', taskId: ownId }));
      const receive = receiver(action);
      await getPartLocation(context.database, run.requester, 'Task', rawId, neededForView('attachToTask'));
      return externalAction({
        description: action.does,
        perform: (engine, caller) => attachToTask(withEngine(context, engine), { caller, rawId, receive }),
      });
    }
    case 'attachToRelease': {
      const { releaseId: rawId } = action;
      if (isOwnRelease(run, rawId)) return ownAction(await attachCommand(context, action, { type: 'attachToRelease' }));
      const receive = receiver(action);
      await getReleaseLocation(context.database, run.requester, rawId, { needed: neededForView('attachToRelease') });
      return externalAction({
        description: action.does,
        perform: (engine, caller) => attachToRelease(withEngine(context, engine), { caller, rawId, receive }),
      });
    }
    case 'detachFromTask': {
      const detach = (taskId: string): Command => ({
        type: 'detachFromTask',
        taskId,
        attachmentId: attachmentIdOf(action),
      });
      const ownId = ownPart(run, 'Task', action.taskId);
      if (ownId !== undefined) return ownAction(detach(ownId));
      const needed = neededForView('detachFromTask');
      const { releaseId, id } = await getPartLocation(context.database, run.requester, 'Task', action.taskId, needed);
      return externalCommand(releaseId, detach(id));
    }
    case 'detachFromRelease': {
      const detach = { type: 'detachFromRelease', attachmentId: attachmentIdOf(action) } as const;
      if (isOwnRelease(run, action.releaseId)) return ownAction(detach);
      const needed = { needed: neededForView('detachFromRelease') };
      return externalCommand(
        (await getReleaseLocation(context.database, run.requester, action.releaseId, needed)).id,
        detach,
      );
    }
  }
}

const neededForView = (command: AttachmentAction['does']) => viewOrCommandNeeds(neededForCommand(command));
const attachmentIdOf = ({ attachmentId }: { readonly attachmentId: string }): string =>
  idCandidates('Attachment', attachmentId)[0];

/** A file of a script's, named as those are that people send. Throws Invalid. */
const uploadOf = ({ name, contentType, content }: AttachAction): Upload => ({
  name: fileNameOf(name),
  contentType: contentTypeOf(contentType ?? undefined),
  bytes: chunksOf('text' in content ? Buffer.from(content.text) : Buffer.from(content.base64, 'base64')),
});

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function receiver(action: AttachAction): Receive {
  // a name that cannot be is refused before anything is done
  uploadOf(action);
  return async (store) => [await store(uploadOf(action))];
}

type AttachTarget = { readonly type: 'attachToTask'; readonly taskId: string } | { readonly type: 'attachToRelease' };

/** The command for the script's own release. Its content is stored before: after a refusal, maintenance deletes it. */
async function attachCommand(
  { database }: ScriptContext,
  action: AttachAction,
  attachTarget: AttachTarget,
): Promise<Command> {
  const { name, contentType, bytes } = uploadOf(action);
  const stored = await storeContent(database, bytes);
  return { ...attachTarget, attachments: [{ id: newId('Attachment'), name, contentType, ...stored }] };
}
