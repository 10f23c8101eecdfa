import { t } from '../../navigation/text.ts';
import { Frame } from './frame.tsx';
import { Overview } from './overview.tsx';

/** The first view of insights: the main numbers of a period. */
export const Insights = () => (
  <Frame page="overview" title={t('Insights')}>
    {(context) => <Overview context={context} />}
  </Frame>
);
