import { type Command, idCandidates, neededForCommand } from '@slipway/domain';
import { newId } from '@slipway/engine';
import {
  attachToRelease,
  attachToTask,
  knowingOf,
  partLocated,
  type Receive,
  releaseLocated,
  storeContent,
  type Upload,
} from '@slipway/resources';
import type { ScriptAction } from '@slipway/scripts';
import { contentTypeOf, fileNameOf } from '@slipway/wire';
import type { ScriptContext } from '../context/context.ts';
import type { ActingRun } from './acting-run.ts';
import { outside, outsideCommand, own, type ResolvedAction, within } from './outside-action.ts';
import { isOwnRelease, ownPart } from './own-parts.ts';

const kinds = ['attachToTask', 'detachFromTask', 'attachToRelease', 'detachFromRelease'] as const;

/** What a script does to files of tasks, releases and templates. */
export type AttachmentAction = Extract<ScriptAction, { does: (typeof kinds)[number] }>;
type Attaching = Extract<AttachmentAction, { does: `attach${string}` }>;

export const isOfAttachments = (action: ScriptAction): action is AttachmentAction =>
  kinds.some((does) => does === action.does);

/** Such an action as REST would do it. Throws NotFound, and Invalid for a name. */
export async function ofAttachments(
  context: ScriptContext,
  run: ActingRun,
  action: AttachmentAction,
): Promise<ResolvedAction> {
  switch (action.does) {
    case 'attachToTask': {
      const { taskId: written } = action;
      const mine = ownPart(run, 'Task', written);
      if (mine !== undefined) return own(await attaching(context, action, { type: 'attachToTask', taskId: mine }));
      const receive = receiving(action);
      await partLocated(context.database, run.asker, 'Task', written, knowing('attachToTask'));
      return outside({
        doing: action.does,
        perform: (engine, caller) => attachToTask(within(context, engine), { caller, written, receive }),
      });
    }
    case 'attachToRelease': {
      const { releaseId: written } = action;
      if (isOwnRelease(run, written)) return own(await attaching(context, action, { type: 'attachToRelease' }));
      const receive = receiving(action);
      await releaseLocated(context.database, run.asker, written, { needed: knowing('attachToRelease') });
      return outside({
        doing: action.does,
        perform: (engine, caller) => attachToRelease(within(context, engine), { caller, written, receive }),
      });
    }
    case 'detachFromTask': {
      const detach = (taskId: string): Command => ({ type: 'detachFromTask', taskId, attachmentId: lastOf(action) });
      const mine = ownPart(run, 'Task', action.taskId);
      if (mine !== undefined) return own(detach(mine));
      const needed = knowing('detachFromTask');
      const { releaseId, id } = await partLocated(context.database, run.asker, 'Task', action.taskId, needed);
      return outsideCommand(releaseId, detach(id));
    }
    case 'detachFromRelease': {
      const detach = { type: 'detachFromRelease', attachmentId: lastOf(action) } as const;
      if (isOwnRelease(run, action.releaseId)) return own(detach);
      const needed = { needed: knowing('detachFromRelease') };
      return outsideCommand((await releaseLocated(context.database, run.asker, action.releaseId, needed)).id, detach);
    }
  }
}

const knowing = (command: AttachmentAction['does']) => knowingOf(neededForCommand[command]);
const lastOf = ({ attachmentId }: { readonly attachmentId: string }): string =>
  idCandidates('Attachment', attachmentId)[0];

/** A file of a script's, named as those are that people send. Throws Invalid. */
const uploadOf = ({ name, contentType, content }: Attaching): Upload => ({
  name: fileNameOf(name),
  contentType: contentTypeOf(contentType ?? undefined),
  bytes: once('text' in content ? Buffer.from(content.text) : Buffer.from(content.base64, 'base64')),
});

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function receiving(action: Attaching): Receive {
  // a name that cannot be is refused before anything is done
  uploadOf(action);
  return async (take) => [await take(uploadOf(action))];
}

type Attach = { readonly type: 'attachToTask'; readonly taskId: string } | { readonly type: 'attachToRelease' };

/** The command for the script's own release. Its content is stored before: after a refusal, maintenance deletes it. */
async function attaching({ database }: ScriptContext, action: Attaching, attach: Attach): Promise<Command> {
  const { name, contentType, bytes } = uploadOf(action);
  const stored = await storeContent(database, bytes);
  return { ...attach, attachments: [{ id: newId('Attachment'), name, contentType, ...stored }] };
}
