import { list, optional, wholeNumber } from '@slipway/api-schema/format';
import { releaseResponse } from '@slipway/api-schema/plans';
import {
  releaseComparisonResponse,
  restoredVersionResponse,
  templateVersionResponse,
  versionComparisonResponse,
} from '@slipway/api-schema/versions';
import {
  listTemplateVersions,
  renderReleaseComparison,
  renderVersion,
  renderVersionComparison,
  restoreVersion,
} from '@slipway/application/versions';
import { neededToChange, neededToRead } from '@slipway/domain/people';
import { maxVersions } from '@slipway/domain/versions';
import { z } from 'zod';
import { type Route, route } from '../http/route.ts';
import { currentTemplate } from '../plans/cached-answers.ts';
import { taggedFor } from '../plans/tagged-answers.ts';

const viewNeeds = { on: 'templateId', anyOf: [neededToRead.template] } as const;

/** Routes for the history of a template (rest-operations.md, Template versions). */
export const templateVersions: readonly Route[] = [
  route({
    method: 'GET',
    path: '/templates/{templateId}/versions',
    name: 'getTemplateVersions',
    summary: `The versions of a template, newest first: one for each saved change, at most ${maxVersions}`,
    needs: viewNeeds,
    query: z.object({
      page: optional(wholeNumber()).describe('from 0'),
      resultsPerPage: optional(wholeNumber(1)).describe(`default 50, at most ${maxVersions}`),
    }),
    reply: list(templateVersionResponse),
    answer: (deps, { caller, path, query: { page = 0, resultsPerPage = 50 } }) => {
      const limit = Math.min(resultsPerPage, maxVersions);
      return listTemplateVersions(deps, caller, path.templateId, { limit, offset: page * limit });
    },
  }),
  route({
    method: 'GET',
    path: '/templates/{templateId}/versions/{versionNumber}',
    name: 'getTemplateVersion',
    summary: 'A template in one version; triggers, attachments and permissions are those of the present template',
    needs: viewNeeds,
    reply: releaseResponse,
    answer: (deps, { caller, path }) => renderVersion(deps, caller, path.templateId, path.versionNumber),
  }),
  route({
    method: 'GET',
    path: '/templates/{templateId}/versions/{versionNumber}/differences',
    name: 'compareTemplateVersions',
    summary: 'The differences between a version and another version, or the present template',
    needs: viewNeeds,
    query: z.object({ to: optional(wholeNumber(1)).describe('the other version; absent: the present template') }),
    reply: versionComparisonResponse,
    answer: (deps, { caller, path, query: { to = null } }) =>
      renderVersionComparison(deps, caller, path.templateId, { from: path.versionNumber, to }),
  }),
  route({
    method: 'POST',
    path: '/templates/{templateId}/versions/{versionNumber}/restore',
    name: 'restoreTemplateVersion',
    summary: 'Gives a template the content of a version, as a new version',
    needs: { on: 'templateId', anyOf: [neededToChange.template] },
    etag: currentTemplate,
    reply: restoredVersionResponse,
    answer: async (deps, { caller, path }) =>
      taggedFor(deps, caller, await restoreVersion(deps, caller, path.templateId, path.versionNumber)),
  }),
];

/** Routes for comparisons of releases (rest-operations.md, Comparisons of releases). */
export const releaseComparisons: readonly Route[] = [
  route({
    method: 'GET',
    path: '/releases/{releaseId}/differences',
    name: 'compareReleases',
    summary: 'The differences from another release or a template to a live or archived release',
    needs: { on: 'releaseId', anyOf: [neededToRead.archivedRelease] },
    query: z.object({
      with: z.string().describe('the id of the other release or template, which the caller can view'),
      version: optional(wholeNumber(1)).describe(
        'a version of the template; absent: the one from which the release was created, or else the present one',
      ),
    }),
    reply: releaseComparisonResponse,
    answer: (deps, { caller, path, query: { with: rawOtherId, version = null } }) =>
      renderReleaseComparison(deps, caller, path.releaseId, { rawOtherId, version }),
  }),
];
