import { lastSegment, rootFolderId } from '@slipway/domain/ids';
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
  /** Whether the file includes the folder, triggers and teams; otherwise, it describes a release. */
  readonly asTemplate: boolean;
  /** the version of the product that writes the file, and the date */
  readonly version: string;
  readonly date: string;
  /** The URL prefix of templates; the id follows. */
  readonly from: string;
}

type GroovyTemplate = Pick<ExportedPlan, 'title' | 'attachments'> & {
  /** the content of `Releasefile.groovy` */
  readonly text: string;
};

/**
 * Returns the zip of a template in Groovy for an import: its file name, and its bytes, which are read on demand. Throws
 * Conflict for a text above the limit of imports.
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

/** Returns the URL prefix of templates for clients; the id follows. Without a public address, it is a path. */
export const templatesAt = (base: string): string => `${base.replace(/\/+$/, '')}/api/v1/templates/`;

/** Returns the ids of the templates and folders in tasks that create releases. */
function referencedIds(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!isObject(value)) return Array.isArray(value) ? value.flatMap(referencedIds) : [];
  const own = [value.templateId, value.folderId].flatMap((id) => (typeof id === 'string' ? [lastSegment(id)] : []));
  return [...own, ...referencedIds(value.tasks ?? null)];
}

const idIn = (value: Json): readonly string[] =>
  typeof value === 'string' && value !== '' ? [lastSegment(value)] : [];

/** Returns the target folders of triggers. */
const foldersOf = (triggers: Json): readonly Json[] =>
  Array.isArray(triggers) ? triggers.flatMap((item: Json) => (isObject(item) ? (item.releaseFolder ?? []) : [])) : [];

/**
 * Returns the visible parts of a template in Groovy, with its attachments (file-formats.md, Groovy). Throws NotFound,
 * Forbidden.
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
  const folderId = lastSegment(id.slice(0, id.lastIndexOf('/')));
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
    pathOf: (id) => paths.get(lastSegment(id)) ?? null,
  });
  return { text, title, attachments };
}
