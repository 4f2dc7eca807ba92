import { productName } from '#domain/product.ts';
import { registrableRoles, roleNames, segmentOf } from '#domain/role.ts';
import { Footer } from '#web/page/footer.tsx';
import { Arcs } from '#web/screens/public/auth/arcs.tsx';
import { roleTexts } from '#web/screens/public/auth/role-texts.ts';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { Mark } from '#web/ui/mark.tsx';

/** Shows the home page: three cards, one for each role that can register. */
export function RoleChooser() {
  return (
    <div className="relative flex min-h-dvh flex-col overflow-hidden">
      <Arcs
        width={1280}
        height={420}
        radius={150}
        step={62}
        count={8}
        className="pointer-events-none absolute top-0 left-1/2 h-80 w-320 md:h-105 -translate-x-1/2 text-[light-dark(#d6d7d1,#2b3641)]"
      />
      <div className="relative mx-auto flex w-full max-w-250 flex-1 flex-col px-6 pt-8 max-sm:px-4 max-md:pt-6">
        <header className="flex items-center gap-2.5 text-heading font-semibold tracking-[-0.02em] text-ink">
          <Mark />
          {productName}
        </header>
        <main className="my-auto py-12 max-md:py-8">
          <div className="mx-auto mb-9 grid w-fit gap-2.5 bg-[radial-gradient(closest-side,var(--color-canvas)_55%,transparent)] px-10 py-2 text-center max-md:mb-7 max-md:px-0">
            <h1 className="text-display">{`Welcome to ${productName}`}</h1>
            <p className="text-[1.0625rem]/[1.625rem]">A teacher in every class by the first bell.</p>
          </div>
          <h2 className="sr-only">Choose your role</h2>
          <div className="grid gap-3 md:grid-cols-3 md:gap-4">
            {registrableRoles.map((role) => (
              <a
                key={role}
                data-role={role}
                href={`/auth/${segmentOf(role)}`}
                className="group card relative grid content-start gap-x-3.5 md:grid-rows-[auto_auto_1fr_auto] gap-y-0.5 p-6 md:max-lg:px-4 text-ink-2 no-underline transition-[border-color,box-shadow] duration-(--duration-quick) hover:border-accent-line hover:shadow-menu max-md:grid-cols-[44px_1fr_20px] max-md:items-center max-md:px-4 max-md:py-4.5"
              >
                <span className="grid size-11 place-items-center rounded-card bg-accent-soft text-accent-ink max-md:row-span-2 md:mb-4">
                  <Icon shape={roleTexts[role].icon} size="large" />
                </span>
                <h3>{roleNames[role]}</h3>
                <p className="max-md:col-start-2 max-md:text-label md:min-h-[3em]">{roleTexts[role].subtitle}</p>
                <span className="flex items-center gap-1.5 text-label font-semibold text-accent-ink max-md:col-start-3 max-md:row-span-2 max-md:row-start-1 md:mt-4">
                  <span className="max-md:hidden" aria-hidden="true">
                    Continue
                  </span>
                  <Icon
                    shape={icons.arrowRight}
                    size="small"
                    className="transition-transform duration-(--duration-quick) md:group-hover:translate-x-0.5"
                  />
                </span>
              </a>
            ))}
          </div>
        </main>
        <Footer className="py-6" />
      </div>
    </div>
  );
}
