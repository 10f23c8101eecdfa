import type { ReleaseAnswer } from '@slipway/wire';
import { useEntity } from '../../live/use-entity.ts';
import type { Want } from '../../live/wants.ts';
import { lastOf } from '../../place/ids.ts';
import { Link } from '../../place/link.tsx';

const wanted: readonly Want[] = ['list=templates'];

/** The way to a release of one's own, for who has none: templates to create one from, or how to come by a template. */
export function FirstSteps() {
  const { value } = useEntity<readonly Pick<ReleaseAnswer, 'id' | 'title'>[]>(
    '/templates?view=summary&resultsPerPage=5',
    wanted,
  );
  const templates = value.value;
  if (templates === undefined) return null;
  if (templates.length === 0) {
    return (
      <p>
        Releases are created from templates, and there is none that you may see:{' '}
        <Link to="/templates">create one, or import a file</Link>.
      </p>
    );
  }
  return (
    <section>
      <h2>Create a release</h2>
      <p>
        From one of these templates, or <Link to="/templates">another one</Link>:
      </p>
      <ul>
        {templates.map(({ id, title }) => (
          <li key={id}>
            <Link to={`/templates/${lastOf(id)}/create`}>{title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
