import type { VariableResponse } from '@slipway/api-schema/variables';
import { t } from '../../navigation/text.ts';
import { Moment, None } from '../moment.tsx';
import { kindOf, variableText } from './value-text.ts';

interface Props {
  readonly variable: Pick<VariableResponse, 'type' | 'value' | 'multiline'>;
}

/** The value of a variable. A password is masked. */
export function VariableValue({ variable }: Props) {
  const { value } = variable;
  if (value === undefined || value === null || value === '') return <None />;
  const kind = kindOf(variable);
  if (kind === 'date') return <Moment at={String(value)} />;
  if (kind === 'boolean') return value === true ? t('Yes') : t('No');
  return <span class="value">{kind === 'password' ? String(value) : variableText(variable)}</span>;
}
