import { contentTypeOf, fileNameOf } from '@slipway/api-schema/attachments';
import { neededForCommand } from '@slipway/domain/commands';
import type { ScriptAction } from '@slipway/script-protocol';
import {
  attachToRelease,
  attachToTask,
  detachmentFromRelease,
  detachmentFromTask,
  type Receive,
  storeUploads,
  type Upload,
} from '../attachments/attachments.ts';
import type { ResourceContext } from '../model/context.ts';
import { viewOrCommandNeeds } from '../plans/dispatch.ts';
import { getPartLocation, getReleaseLocation } from '../plans/find.ts';
import {
  type ActingRun,
  externalAction,
  isOwnRelease,
  onPart,
  onRelease,
  ownAction,
  ownPart,
  type ResolvedAction,
  withEngine,
} from './resolved-action.ts';

const kinds = ['attachToTask', 'detachFromTask', 'attachToRelease', 'detachFromRelease'] as const;

/** The script actions on attachments of tasks, releases and templates. */
export type AttachmentAction = Extract<ScriptAction, { does: (typeof kinds)[number] }>;
type AttachAction = Extract<AttachmentAction, { does: `attach${string}` }>;

export const isAttachmentAction = (action: ScriptAction): action is AttachmentAction =>
  kinds.some((does) => does === action.does);

/** Resolves an action on attachments, with the rules of REST. Throws NotFound, and Invalid for a file name. */
export async function resolveAttachmentAction(
  context: ResourceContext,
  run: ActingRun,
  action: AttachmentAction,
): Promise<ResolvedAction> {
  switch (action.does) {
    case 'attachToTask': {
      const { taskId: rawId } = action;
      const receive = receiver(action);
      const ownId = ownPart(run, 'Task', rawId);
      if (ownId !== undefined)
        return ownAction({ type: action.does, taskId: ownId, attachments: await storeUploads(context, receive) });
      await getPartLocation(context.database, run.requester, 'Task', rawId, neededForView('attachToTask'));
      return externalAction({
        description: action.does,
        perform: (engine, caller) => attachToTask(withEngine(context, engine), { caller, rawId, receive }),
      });
    }
    case 'attachToRelease': {
      const { releaseId: rawId } = action;
      const receive = receiver(action);
      if (isOwnRelease(run, rawId))
        return ownAction({ type: action.does, attachments: await storeUploads(context, receive) });
      await getReleaseLocation(context.database, run.requester, rawId, { needed: neededForView('attachToRelease') });
      return externalAction({
        description: action.does,
        perform: (engine, caller) => attachToRelease(withEngine(context, engine), { caller, rawId, receive }),
      });
    }
    case 'detachFromTask':
      return await onPart(context, run, detachmentFromTask(action.taskId, action.attachmentId));
    case 'detachFromRelease':
      return await onRelease(context, run, action.releaseId, detachmentFromRelease(action.attachmentId));
  }
}

const neededForView = (command: AttachAction['does']) => viewOrCommandNeeds(neededForCommand(command));

/** Returns the file of a script, with the same rules for names as uploads. Throws Invalid. */
const uploadOf = ({ name, contentType, content }: AttachAction): Upload => ({
  name: fileNameOf(name),
  contentType: contentTypeOf(contentType ?? undefined),
  bytes: chunksOf('text' in content ? Buffer.from(content.text) : Buffer.from(content.base64, 'base64')),
});

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function receiver(action: AttachAction): Receive {
  // Rejects an invalid name before any action is performed.
  uploadOf(action);
  return async (store) => [await store(uploadOf(action))];
}
