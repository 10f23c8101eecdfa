import type { TaskVariableResponse } from '@slipway/api-schema/variables';
import { VariableValue } from '../../../components/variables/variable-value.tsx';

/** The values of a task that has ended, which cannot be changed here. */
export const Answers = ({ variables }: { readonly variables: readonly TaskVariableResponse[] }) => (
  <section class="panel-section">
    <h3>Answers</h3>
    <dl class="facts">
      {variables.map((variable) => (
        <div key={variable.id}>
          <dt>
            <bdi>{variable.label ?? variable.key}</bdi>
          </dt>
          <dd>
            <VariableValue variable={variable} />
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
