import { neededFor } from '../../data/needs.ts';
import { lackingOn } from '../release/rights.ts';
import { Variables } from '../variables/variables.tsx';
import type { TabProps } from './tab.ts';

/** The variables of a template: those of the start form, and the others. */
export const VariablesTab = ({ template, shown, from, turn }: TabProps) => (
  <Variables
    of={template}
    isArchived={false}
    lacking={lackingOn(template, neededFor('editTemplate'))}
    refresh={shown.refresh}
    from={from}
    turn={turn}
  />
);
