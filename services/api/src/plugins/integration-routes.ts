import { flag, list, optional, showDate, showType } from '@slipway/api-schema/format';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import type { AutomatableTasks } from '@slipway/persistence/plugins';
import { internalName } from '@slipway/plugins';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import {
  changeIntegration,
  type InstalledIntegration,
  readInstalledIntegration,
  readInstalledIntegrations,
} from './integrations.ts';
import { renderType, typeAnswer } from './render-type.ts';

const integrationAnswer = z
  .object({
    name: z.string(),
    title: z.string(),
    version: z.string(),
    description: z.string(),
    documentation: z.string().describe('the address of the documentation of the external system'),
    icon: z.string().describe('an SVG image as a data URI'),
    enabled: z.boolean(),
    replacedBy: z.string().optional().describe('the installed plugin that replaces it; absent: none'),
    types: z.array(z.object({ type: z.string(), label: z.string() })),
    changedAt: z.string().optional().describe('ISO 8601; absent before the first start of this version'),
    changedBy: z.string().optional().describe('absent: nothing has changed since it was added'),
  })
  .meta({ id: 'Integration' });

const detailsAnswer = integrationAnswer
  .extend({ readme: z.string().describe('its documentation in Markdown'), types: z.array(typeAnswer) })
  .meta({ id: 'IntegrationDetails' });

const changeAnswer = z
  .object({
    integration: integrationAnswer,
    tasks: z.number().describe('the tasks that the change affects: they have not started'),
    templates: z.number().describe('the templates with such tasks'),
    releases: z.number().describe('the unfinished releases with such tasks'),
    first: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          type: z.string(),
          releaseId: z.string(),
          releaseTitle: z.string(),
          template: z.boolean(),
        }),
      )
      .describe('at most 100 of these tasks, templates first'),
  })
  .meta({ id: 'IntegrationChange' });

function renderIntegration(
  { integration, state, replacedBy }: InstalledIntegration,
  prefix: string,
): z.output<typeof integrationAnswer> {
  const { name, title, version, description, documentation, icon, plugin } = integration;
  return {
    ...{ name, title, version, description, documentation },
    icon: `data:image/svg+xml;base64,${Buffer.from(icon).toString('base64')}`,
    enabled: state.enabled,
    replacedBy: replacedBy ?? undefined,
    types: plugin.types
      .filter(({ virtual }) => !virtual)
      .map((type) => ({ type: showType(type.name, prefix), label: type.label })),
    changedAt: state.changedAt === null ? undefined : showDate(state.changedAt),
    changedBy: state.changedBy ?? undefined,
  };
}

function renderDetails(installed: InstalledIntegration, prefix: string): z.output<typeof detailsAnswer> {
  const { readme, name, plugin } = installed.integration;
  const names = new Set(plugin.types.map((type) => type.name));
  const toInnerName = (rawName: string) => internalName(rawName, (entry) => names.has(entry));
  return {
    ...renderIntegration(installed, prefix),
    readme,
    types: plugin.types.map((type) => renderType({ ...type, extends: toInnerName(type.extends) }, name, prefix)),
  };
}

const renderTasks = ({ first, ...counts }: AutomatableTasks, prefix: string) => ({
  ...counts,
  first: first.map(({ isTemplate, type, ...task }) => ({
    ...task,
    type: showType(type, prefix),
    template: isTemplate,
  })),
});

const changeQuery = z.object({
  dryRun: optional(flag).describe('only returns the tasks that the change would affect'),
});

/** The route that enables or disables an integration. */
const changeRoute = (action: 'enable' | 'disable', summary: string): Route =>
  route({
    method: 'POST',
    path: `/integrations/{integrationName}/${action}`,
    name: `${action}Integration`,
    summary,
    needs: { global: [neededToChange.plugin] },
    query: changeQuery,
    reply: changeAnswer,
    answer: async (deps, { actor, path, query }) => {
      const change = {
        ...{ name: path.integrationName, enabled: action === 'enable', actor },
        isDryRun: query.dryRun === true,
      };
      const { installed, affected } = await changeIntegration(deps, change);
      return {
        integration: renderIntegration(installed, deps.typePrefix),
        ...renderTasks(affected, deps.typePrefix),
      };
    },
  });

/** Routes for the integrations of the product (an extension). Only for administrators. */
export const integrations: readonly Route[] = [
  route({
    method: 'GET',
    path: '/integrations',
    name: 'listIntegrations',
    summary: 'The integrations of the product, by name',
    needs: { global: [neededToRead.plugin] },
    reply: list(integrationAnswer),
    answer: async ({ database, typePrefix }) =>
      (await readInstalledIntegrations(database)).map((entry) => renderIntegration(entry, typePrefix)),
  }),
  route({
    method: 'GET',
    path: '/integrations/{integrationName}',
    name: 'getIntegration',
    summary: 'An integration with its documentation and types',
    needs: { global: [neededToRead.plugin] },
    reply: detailsAnswer,
    answer: async ({ database, typePrefix }, { path }) =>
      renderDetails(await readInstalledIntegration(database, path.integrationName), typePrefix),
  }),
  changeRoute('enable', 'Enables an integration; it is active at once, also for existing tasks that have not started'),
  changeRoute('disable', 'Disables an integration, unless a configuration is of one of its types'),
];
