import { isObject, type Json } from '@slipway/domain';
import { lists } from '../reading/fields.ts';
import { namespaced } from '../reading/models.ts';
import { isList } from './literals.ts';
import { type Fields, lastOf, type Manner, namesOf, objectsIn, textIn, writeMembers } from './members.ts';
import { writeVariables } from './variables.ts';
import { ownType, type Writing } from './writing.ts';

const plain: Manner = {
  without: namesOf('id type'),
  blank: { scope: 'TASK', variableMapping: {} },
  meant: new Set(['property']),
  lists,
};

export const writeFacets = (facets: Json | undefined, { page }: Writing): void =>
  page.blockOf('facets', objectsIn(facets), (facet) =>
    page.block('facet', textIn(facet.type) ?? '', () =>
      writeMembers(page, facet, { ...plain, without: namesOf('id type targetId') }),
    ),
  );

export const writeComments = (comments: Json | undefined, { page }: Writing): void =>
  page.blockOf('comments', objectsIn(comments), (comment) =>
    page.block('comment', null, () => writeMembers(page, comment, plain)),
  );

/** What files there are, each beside this one by its id: names of people may be no names of files. */
export const writeAttachments = (attachments: Json | undefined, { page }: Writing): void =>
  page.blockOf('attachments', objectsIn(attachments), ({ id, exportFilename, contentType }) => {
    const last = lastOf(id);
    page.block('attachment', last, () => {
      page.member('filename', `attachments/${last}`);
      page.member('exportFilename', exportFilename);
      page.member('contentType', contentType);
    });
  });

export const writeTeams = (teams: Json | undefined, { page }: Writing): void =>
  page.blockOf('teams', objectsIn(teams), (team) =>
    page.block('team', textIn(team.teamName) ?? '', () =>
      writeMembers(page, team, {
        ...plain,
        without: namesOf('id type teamName'),
        blank: { members: [], roles: [], permissions: [] },
      }),
    ),
  );

/** Members of triggers that come from the template, or belong to their runs. */
const ofTriggers: Manner = {
  without: namesOf(
    'id type title folderId template releaseFolder lastRunDate lastRunStatus nextFireDate triggerState executionId variables',
  ),
  blank: { enabled: true, tags: [], mappedProperties: [] },
  meant: new Set(['property', 'variables']),
  lists,
};

export const writeTriggers = (triggers: Json | undefined, writing: Writing): void =>
  writing.page.blockOf('releaseTriggers', objectsIn(triggers), (trigger) => {
    const { page } = writing;
    const type = textIn(trigger.type) ?? '';
    const joined = type.replace(/\.(.)/, (_, first: string) => first.toUpperCase());
    const word = /^[A-Za-z0-9]+$/.test(joined) && namespaced(joined) === type ? joined : 'trigger';
    page.block(word, textIn(trigger.title) ?? '', () => {
      if (word === 'trigger') page.member('type', type);
      writeMembers(page, trigger, ofTriggers);
      writeFolder('releaseFolder', trigger.releaseFolder, writing);
      writeVariables('variables', trigger.variables, writing);
    });
  });

/** A folder by its path of titles where it has one, else by its id. */
export function writeFolder(name: string, folder: Json | undefined, { page, pathOf }: Writing): void {
  const written = textIn(folder);
  if (written !== null) page.member(name, written.includes('${') ? written : (pathOf(written) ?? written));
}

/** What is computed of a release, and no part of its plan. */
const computed = new Set(['ReleaseProgress', 'Risk']);

/** Extensions such as dashboards. One without a form is written as a comment. */
export const writeExtensions = (extensions: Json | undefined, writing: Writing): void => {
  const kept = objectsIn(extensions).filter(({ type }) => !computed.has(ownType(type, writing)));
  writing.page.blockOf('extensions', kept, (extension) => writeExtension(extension, writing));
};

const isModels = (value: Json | undefined): value is readonly Json[] =>
  value !== undefined && isList(value) && value.length > 0 && value.every((each) => isObject(each) && 'type' in each);

function writeExtension(extension: Fields, writing: Writing): void {
  const { page } = writing;
  const type = ownType(extension.type, writing);
  const word = /^[A-Z][A-Za-z0-9]*$/.test(type) ? `${type.slice(0, 1).toLowerCase()}${type.slice(1)}` : 'extension';
  const entries = Object.entries(extension);
  const nested = entries.filter(([, value]) => isModels(value));
  const names = nested.map(([name]) => name);
  page.block(word, textIn(extension.title), () => {
    if (word === 'extension') page.member('type', extension.type);
    writeMembers(page, extension, { ...plain, without: new Set(['id', 'type', 'title', ...names]) });
    for (const [name, models] of nested) {
      page.blockOf(name, objectsIn(models), (model) => writeExtension(model, writing));
    }
  });
}
