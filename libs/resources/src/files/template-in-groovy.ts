import { Conflict, isObject, type Json, rootFolderId } from '@slipway/domain';
import type { Person } from '@slipway/engine';
import { attachmentEntry, groovyEntry, groovyOf, largestDefinition, zipped } from '@slipway/formats';
import type { ReadContext, ResourceContext } from '../model/context.ts';
import { withSourceTitles } from './event-sources.ts';
import { type ExportedPlan, exportedTemplate } from './export-plan.ts';
import { titlePathsOf } from './title-paths.ts';

/** The options of a template in Groovy. */
export interface GroovyWish {
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
  if (length > largestDefinition) {
    const what = `the template has ${length} bytes in Groovy, and an import takes ${largestDefinition}`;
    throw new Conflict(`${what}: export it as .xlr`);
  }
  return {
    name: `${title}.zip`,
    bytes: () => zipped([groovyEntry(text), ...attachments.map(({ id, bytes }) => attachmentEntry(id, bytes))]),
  };
}

/** The address of templates for clients; the id follows. Without a public address, it is a path. */
export const templatesAt = (base: string): string => `${base.replace(/\/+$/, '')}/api/v1/templates/`;

const lastOf = (id: string): string => id.slice(id.lastIndexOf('/') + 1);

/** The ids of what the tasks of a plan make releases from, and where. */
function namedIn(value: Json): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!isObject(value)) return Array.isArray(value) ? value.flatMap(namedIn) : [];
  const own = [value.templateId, value.folderId].flatMap((id) => (typeof id === 'string' ? [lastOf(id)] : []));
  return [...own, ...namedIn(value.tasks ?? null)];
}

const idIn = (value: Json): readonly string[] => (typeof value === 'string' && value !== '' ? [lastOf(value)] : []);

/** Where triggers make their releases. */
const foldersOf = (triggers: Json): readonly Json[] =>
  Array.isArray(triggers) ? triggers.flatMap((each: Json) => (isObject(each) ? (each.releaseFolder ?? []) : [])) : [];

/**
 * A template in Groovy, as far as the caller may view it, with the files beside it (file-formats.md, Groovy). Throws
 * NotFound, Forbidden.
 */
export async function templateInGroovy(
  context: ReadContext & Pick<ResourceContext, 'plugins'>,
  person: Person,
  written: string,
  { asTemplate, version, date, from }: GroovyWish,
): Promise<GroovyTemplate> {
  const { title, plan, attachments } = await exportedTemplate(context, person, written);
  const template = await withSourceTitles(context, person, plan);
  const id = typeof template.id === 'string' ? template.id : '';
  const folderId = lastOf(id.slice(0, id.lastIndexOf('/')));
  const { phases = [] } = template;
  const tasks = Array.isArray(phases)
    ? phases.map((phase: Json) => (isObject(phase) ? (phase.tasks ?? null) : null))
    : [];
  const { defaultTargetFolderId = null, releaseTriggers = null } = template;
  const targets = [defaultTargetFolderId, ...foldersOf(releaseTriggers)].flatMap(idIn);
  const named = new Set([...tasks.flatMap(namedIn), ...targets, folderId].filter((id) => id !== rootFolderId));
  const paths = await titlePathsOf(context, [...named], person);
  const text = groovyOf(template, {
    asTemplate,
    head: { from: `${from}${id}`, version, date },
    folder: paths.get(folderId) ?? null,
    pathOf: (id) => paths.get(lastOf(id)) ?? null,
  });
  return { text, title, attachments };
}
