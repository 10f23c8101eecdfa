import type { ReleaseAnswer } from '@slipway/wire';
import { lackingToCreate } from '../../live/use-rights.ts';
import { Lacking, WayToDeed } from '../../parts/deed.tsx';
import { FileLink } from '../../parts/files/file-link.tsx';
import { lastOf } from '../../place/ids.ts';
import { useOffers } from '../../place/offers.ts';
import { go } from '../../place/router.ts';

/** What may be made of a template: a release, or a file that an import takes. */
export function TemplateTools({ template }: { readonly template: ReleaseAnswer }) {
  const { id, title } = template;
  const last = lastOf(id);
  const lacking = lackingToCreate(template);
  useOffers([{ name: `New release from ${title}`, lacking, run: () => go(`/templates/${last}/create`) }]);
  return (
    <>
      <div class="tools">
        <WayToDeed lacking={lacking} to={`/templates/${last}/create`}>
          New release
        </WayToDeed>
        <FileLink path={`/templates/zip/${last}`}>Export as .xlr</FileLink>
        <FileLink path={`/dsl/export/${last}`}>Export as Groovy</FileLink>
      </div>
      <Lacking names={[lacking]} on={id} />
    </>
  );
}
