import { setImmediate } from 'node:timers/promises';
import { showActivity } from '@slipway/api-schema/history';
import { message } from '@slipway/domain/messages';
import { type Attachment, asJson, Invalid, tasksOf } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { type Members, withTypesRestored } from '@slipway/formats';
import type { Database } from '@slipway/persistence/database';
import { listActivities } from '@slipway/persistence/history';
import type { ReleaseView } from '@slipway/persistence/plans';
import { contentBytes } from '../attachments/contents.ts';
import type { ReadContext } from '../model/context.ts';
import { renderContextFor } from '../model/render-context.ts';
import { getArchivedRelease, getRelease, getReleaseLocation, getTemplate } from '../plans/find.ts';
import { renderRelease } from '../plans/render.ts';

/** An exported attachment. Its content is read on demand. */
interface ExportedAttachment {
  /** the last segment of the attachment id */
  readonly id: string;
  readonly bytes: () => AsyncIterable<Uint8Array>;
}

/** A template or release as a file contains it: as rendered, without the permissions of the caller. */
export interface ExportedPlan {
  readonly title: string;
  readonly plan: Members;
  readonly attachments: readonly ExportedAttachment[];
}

async function exportView(context: ReadContext, caller: Person, view: ReleaseView): Promise<ExportedPlan> {
  const { $metadata: _, ...answer } = (await renderRelease(context, view, caller)).answer;
  // Yields before and after: rendering, copying and writing a large plan at once would block other requests.
  await setImmediate();
  // Without undefined members, like in a response.
  const plan = asJson<Members>(answer);
  await setImmediate();
  return { title: view.release.title, plan, attachments: attachmentsOf(context.database, view) };
}

/** Returns the attachments of a plan, then those of its tasks, in order. */
function attachmentsOf(
  database: Database,
  { release, passive, details: rest }: ReleaseView,
): readonly ExportedAttachment[] {
  const taskAttachments = [...tasksOf(release)].flatMap(({ id }) => rest.tasks.get(id)?.attachments ?? []);
  const all: readonly Attachment[] = [...passive.attachments, ...taskAttachments];
  return all.map(({ id, content }) => ({ id, bytes: () => contentBytes(database, content) }));
}

/** Returns a template for a file. Tasks of unknown types have their original types. Throws NotFound, Forbidden. */
export async function exportedTemplate(context: ReadContext, caller: Person, rawId: string): Promise<ExportedPlan> {
  const { plan, ...rest } = await exportView(context, caller, await getTemplate(context.database, caller, rawId));
  return { ...rest, plan: withTypesRestored(plan) };
}

/** Returns a live or archived release for a file, with its activity log. Throws NotFound, Forbidden. */
export async function exportedRelease(
  context: ReadContext,
  caller: Person,
  rawId: string,
): Promise<ExportedPlan & { readonly activities: readonly object[] }> {
  const { database } = context;
  const { archived } = await getReleaseLocation(database, caller, rawId);
  const find = archived ? getArchivedRelease : getRelease;
  const view = await find(database, caller, rawId);
  const logEntries = await listActivities(database, view.release.id);
  const show = await renderContextFor(
    context,
    logEntries.map(({ targetId }) => targetId),
    caller,
  );
  const activities = logEntries.map((entry) => showActivity(`Activity${entry.seq}`, entry, show));
  return { ...(await exportView(context, caller, view)), activities };
}

/** Returns the whole content of a stream. Throws Invalid above this number of bytes. */
export async function readBounded(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const copies: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > maxBytes) throw new Invalid(message('file.tooLarge', { max: maxBytes }));
    // The next read may overwrite this buffer.
    copies.push(Uint8Array.from(chunk));
  }
  return Buffer.concat(copies);
}
