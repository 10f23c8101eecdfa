import { rootFolderId } from '@slipway/domain/ids';
import { message } from '@slipway/domain/messages';
import { Conflict, isObject, type Json } from '@slipway/domain/model';
import type { Person } from '@slipway/engine';
import { attachmentEntry, groovyEntry, maxDefinitionBytes, writeGroovy, writeZip } from '@slipway/formats';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { withSourceTitles } from './event-sources.ts';
import { type ExportedPlan, exportedTemplate } from './export-plan.ts';
import { readVisiblePaths } from './resolve-paths.ts';

/** The options of a template in Groovy. */
export interface GroovyOptions {
  /** with its folder, triggers and teams; else as a release */
  readonly asTemplate: boolean;
  /** which version of the product writes it, and when */
  readonly version: string;
  readonly date: string;
  /** The address of its templates; the id follows. */
  readonly from: string;
}

type GroovyTemplate = Pick<ExportedPlan, 'title' | 'attachments'> & {
  /** as `Releasefile.groovy` holds it */
  readonly text: string;
};

/**
 * The zip of a template in Groovy, which import takes: it is called so, and its bytes are read when they are wanted. Throws
 * Conflict for more than import takes.
 */
export function groovyZip({ title, text, attachments }: GroovyTemplate) {
  const length = Buffer.byteLength(text);
  if (length > maxDefinitionBytes) {
    throw new Conflict(message('file.groovyTooLong', { bytes: length, max: maxDefinitionBytes }));
  }
  return {
    name: `${title}.zip`,
    bytes: () => writeZip([groovyEntry(text), ...attachments.map(({ id, bytes }) => attachmentEntry(id, bytes))]),
  };
}

/** The address of templates for clients; the id follows. Without a public address, it is a path. */
export const templatesAt = (base: string): string => `${base.replace(/\/+$/, '')}/api/v1/templates/`;

const lastSegmentOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** The ids of what the tasks of a plan make releases from, and where. */
function referencedIds(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!isObject(value)) return Array.isArray(value) ? value.flatMap(referencedIds) : [];
  const own = [value.templateId, value.folderId].flatMap((id) => (typeof id === 'string' ? [lastSegmentOf(id)] : []));
  return [...own, ...referencedIds(value.tasks ?? null)];
}

const idIn = (value: Json): readonly string[] =>
  typeof value === 'string' && value !== '' ? [lastSegmentOf(value)] : [];

/** Where triggers make their releases. */
const foldersOf = (triggers: Json): readonly Json[] =>
  Array.isArray(triggers) ? triggers.flatMap((item: Json) => (isObject(item) ? (item.releaseFolder ?? []) : [])) : [];

/**
 * A template in Groovy, as far as the caller may view it, with the files beside it (file-formats.md, Groovy). Throws
 * NotFound, Forbidden.
 */
export async function exportGroovyTemplate(
  context: ReadContext & Pick<ResourceContext, 'plugins'>,
  person: Person,
  rawId: string,
  { asTemplate, version, date, from }: GroovyOptions,
): Promise<GroovyTemplate> {
  const { title, plan, attachments } = await exportedTemplate(context, person, rawId);
  const template = await withSourceTitles(context, person, plan);
  const id = typeof template.id === 'string' ? template.id : '';
  const folderId = lastSegmentOf(id.slice(0, id.lastIndexOf('/')));
  const { phases = [] } = template;
  const tasks = Array.isArray(phases)
    ? phases.map((phase: Json) => (isObject(phase) ? (phase.tasks ?? null) : null))
    : [];
  const { defaultTargetFolderId = null, releaseTriggers = null } = template;
  const targets = [defaultTargetFolderId, ...foldersOf(releaseTriggers)].flatMap(idIn);
  const referenced = new Set(
    [...tasks.flatMap(referencedIds), ...targets, folderId].filter((id) => id !== rootFolderId),
  );
  const paths = await readVisiblePaths(context, [...referenced], person);
  const text = writeGroovy(template, {
    asTemplate,
    head: { from: `${from}${id}`, version, date },
    folder: paths.get(folderId) ?? null,
    pathOf: (id) => paths.get(lastSegmentOf(id)) ?? null,
  });
  return { text, title, attachments };
}
