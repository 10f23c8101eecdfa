import { forecastResponse } from '@slipway/api-schema/forecast';
import { expects, list } from '@slipway/api-schema/format';
import { idCandidatesOrNone } from '@slipway/application/model';
import { message } from '@slipway/domain/messages';
import { neededToRead } from '@slipway/domain/people';
import { z } from 'zod';
import { jsonBody, type Route, route } from '../http/route.ts';
import { readForecasts } from './read-forecasts.ts';

const maxIds = 100;

const idsBody = z
  .array(z.string(expects(message('expected.releaseId'))), expects(message('expected.ids')))
  .max(maxIds, expects(message('expected.maxIds', { max: maxIds })))
  .readonly()
  .describe('ids of releases in any form');

/** The progress of releases, for lists (an extension). */
export const forecastRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/releases/outlook',
    name: 'getReleaseOutlooks',
    summary: 'The progress, the current phase and task, and the estimated end of live releases that the caller may see',
    needs: { lists: neededToRead.release },
    effect: 'read',
    body: jsonBody(idsBody),
    reply: list(forecastResponse),
    answer: (deps, { caller, body }) =>
      readForecasts(deps, caller, [...new Set(body.flatMap((id) => idCandidatesOrNone('Release', id)))]),
  }),
];
