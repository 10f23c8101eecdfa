import { riskAssessorNames } from '@slipway/domain/model';
import { riskAssessors } from '@slipway/domain/risk';
import type { TypeDefinition } from '../definitions/type-definition.ts';
import { properties, type } from './built-in-type.ts';

const base = 'udm.BaseConfigurationItem';

/** The types of risk (models.txt): assessors, assessments, and profiles. */
export const riskTypes: readonly TypeDefinition[] = [
  type({
    name: 'RiskAssessor',
    extends: base,
    virtual: true,
    properties: properties(`text title description order group icon
      number weight score`),
  }),
  ...riskAssessorNames.map((name) => {
    const { title, description } = riskAssessors[name];
    return type({ name, extends: 'RiskAssessor', label: title, description });
  }),
  type({
    name: 'Risk',
    extends: base,
    properties: properties(`number score totalScore
      list_of_ci<RiskAssessment> riskAssessments`),
  }),
  type({
    name: 'RiskAssessment',
    extends: base,
    properties: properties(`text riskAssessorId headline icon
      ci<Risk> risk
      number score
      list_of_string messages`),
  }),
  type({
    name: 'RiskProfile',
    extends: base,
    properties: properties(`text title!
      flag defaultProfile
      map_string_string riskProfileAssessors`),
  }),
  type({
    name: 'RiskGlobalThresholds',
    extends: base,
    properties: properties(`text title
      number attentionNeededFrom atRiskFrom`),
  }),
];
