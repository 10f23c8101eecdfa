import { filterBody } from '@slipway/api-schema/search';
import { allowAll } from '@slipway/engine';
import { expect, test } from 'vitest';
import { filterOf, orderOf } from './search.ts';

const ann = allowAll('ann');
const read = (body: object) => filterOf(filterBody.parse(body), ann, null);

test.each([
  [{ active: true }, ['IN_PROGRESS', 'PAUSED', 'FAILING', 'FAILED']],
  [{ planned: 'true' }, ['PLANNED']],
  [{ inProgress: true, paused: true }, ['IN_PROGRESS', 'PAUSED']],
  [{ failing: true, failed: true }, ['FAILING', 'FAILED']],
  [{ inactive: true }, ['COMPLETED', 'ABORTED']],
  [{ completed: true, aborted: true }, ['COMPLETED', 'ABORTED']],
  [{ planned: false, active: null, statuses: ['FAILED'] }, ['FAILED']],
  [{ planned: true, statuses: ['FAILED'] }, ['PLANNED', 'FAILED']],
  [{}, []],
])('the statuses of the filter %o are %o', (body, statuses) => {
  expect(read(body).statuses).toEqual(statuses);
});

test('onlyMine selects the releases of the caller', () => {
  expect([read({ onlyMine: true }).owner, read({ onlyMine: false }).owner]).toEqual(['ann', null]);
});

test('owner selects the releases of a user, and onlyMine has precedence', () => {
  const filters = [{ owner: ' kim ' }, { owner: ' ' }, { owner: null }, { owner: 'kim', onlyMine: true }];
  expect(filters.map((filter) => read(filter).owner)).toEqual(['kim', null, null, 'ann']);
});

test('a risk status has its own thresholds or the default ones, and other values are ignored', () => {
  expect(
    [{ riskStatus: 'AT_RISK' }, { riskStatus: 'OK', attentionNeededFrom: 5, atRiskFrom: '60' }, 'high', null].map(
      (riskStatusWithThresholds) => read({ riskStatusWithThresholds }).risk,
    ),
  ).toEqual([
    { status: 'AT_RISK', attentionNeededFrom: null, atRiskFrom: null },
    { status: 'OK', attentionNeededFrom: 5, atRiskFrom: 60 },
    null,
    null,
  ]);
});

test.each([
  [{}, { by: 'start_date', direction: 'ASC' }],
  [{ orderBy: 'risk' }, { by: 'risk', direction: 'DESC' }],
  [
    { orderBy: 'END_DATE', orderDirection: 'desc' },
    { by: 'end_date', direction: 'DESC' },
  ],
  [
    { orderBy: 'title', orderDirection: null },
    { by: 'title', direction: 'ASC' },
  ],
])('the filter %o results in the order %o', (body, order) => {
  expect(orderOf(filterBody.parse(body))).toEqual(order);
});
