import { Suspense, useState, useSyncExternalStore } from 'react';
import type { SessionUser } from '#contract/session.ts';
import { productName } from '#domain/product.ts';
import type { Role } from '#domain/role.ts';
import { Footer } from '#web/page/footer.tsx';
import { Arcs } from '#web/screens/public/auth/arcs.tsx';
import { LoginForm } from '#web/screens/public/auth/login-form.tsx';
import type { Passwords } from '#web/screens/public/auth/register-form.tsx';
import { roleTexts } from '#web/screens/public/auth/role-texts.ts';
import { Banner } from '#web/ui/banner.tsx';
import { useDocumentTitle } from '#web/ui/document-title.ts';
import * as icons from '#web/ui/icons.ts';
import { Icon } from '#web/ui/icon.tsx';
import { inFile } from '#web/ui/in-file.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Mark } from '#web/ui/mark.tsx';
import { Steps } from '#web/ui/steps.tsx';
import { Tabs } from '#web/ui/tabs.tsx';

const {
  Content: RegisterForm,
  fetch: fetchRegisterForm,
  hasLoaded: hasRegisterForm,
} = inFile(
  async () => (await import('#web/screens/public/auth/register-form.tsx')).RegisterForm,
  // Choosing the tab again loads the form again.
  () => () => (
    <Banner tone="danger" live>
      This could not be loaded. Choose Register again.
    </Banner>
  ),
);

type AuthTab = 'login' | 'register';

type AuthPageProps = {
  role: Role;
  /** Called when the person has signed in or registered, and the app takes over. */
  onEnter: (user: SessionUser) => Promise<void>;
  /** Called when a person begins to use the page, so that the app can be prefetched. */
  onApproach: () => void;
};

/** Shows the sign-in and registration page of one role. The tab is in the address. The prerendered page shows Login. */
export function AuthPage({ role, onEnter, onApproach }: AuthPageProps) {
  const [tab, chooseTab] = useAuthTab(role !== 'overall_admin');
  // Typed text stays when switching tabs.
  const [username, setUsername] = useState('');
  const [passwords, setPasswords] = useState<Passwords>({ password: '', confirmPassword: '' });
  useDocumentTitle(tab === 'login' ? 'Login' : 'Register');
  const [loads, setLoads] = useState(0);
  const approach = () => {
    onApproach();
    // If it still fails, the tab says so.
    fetchRegisterForm().catch(() => {});
  };
  const changeTab = (next: AuthTab) => {
    if (!hasRegisterForm()) setLoads(loads + 1);
    chooseTab(next);
  };
  const login = (
    <LoginForm
      username={username}
      onUsername={setUsername}
      onEnter={onEnter}
      {...(role === 'overall_admin' ? {} : { onRegister: () => chooseTab('register') })}
    />
  );
  return (
    <div
      className="grid min-h-dvh lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
      onFocus={approach}
      onPointerOver={approach}
    >
      <SidePanel role={role} />
      <div className="flex flex-col px-4 pt-3 pb-6 md:px-10 lg:pt-8">
        <main className="mx-auto w-full max-w-105 flex-1">
          <a
            href="/"
            className="mb-4 inline-flex min-h-touch items-center gap-1.5 text-label font-medium text-accent-ink no-underline hover:underline md:mb-5"
          >
            <Icon shape={icons.arrowLeft} size="small" />
            Back to role selection
          </a>
          <h1>{`Welcome to ${productName}`}</h1>
          <p className="mt-1 mb-5">{roleTexts[role].subtitle}</p>
          {role === 'overall_admin' ? (
            <div className="pt-1">{login}</div>
          ) : (
            <Tabs
              label="Login or register"
              tabs={[
                { id: 'login', label: 'Login' },
                { id: 'register', label: 'Register' },
              ]}
              current={tab}
              onChange={changeTab}
            >
              {tab === 'login' ? (
                login
              ) : (
                <Suspense fallback={<Spinner />}>
                  <RegisterForm
                    key={loads}
                    role={role}
                    passwords={passwords}
                    onPasswords={setPasswords}
                    onEnter={onEnter}
                    onLogin={() => chooseTab('login')}
                  />
                </Suspense>
              )}
            </Tabs>
          )}
        </main>
        <Footer className="mx-auto mt-8 w-full max-w-105" />
      </div>
    </div>
  );
}

/** Explains, from 1024 px on, the steps after registering. On phones, only the form is shown. */
function SidePanel({ role }: { role: Role }) {
  const { promise, steps } = roleTexts[role];
  return (
    <aside
      aria-label={`About ${productName}`}
      className="relative flex flex-col overflow-hidden bg-accent-soft px-10 py-8 max-lg:hidden"
    >
      <Arcs
        width={760}
        height={330}
        radius={90}
        step={48}
        count={7}
        className="absolute -bottom-px left-1/2 h-82.5 w-190 -translate-x-1/2 text-accent-line"
      />
      <p className="relative flex items-center gap-2.5 text-heading font-semibold tracking-[-0.02em] text-ink">
        <Mark />
        {productName}
      </p>
      <div className="relative mt-18 max-w-85">
        <h2 className="mb-7 text-title tracking-tight text-balance">{promise}</h2>
        <Steps steps={steps} />
      </div>
    </aside>
  );
}

/** Returns the tab in the address (`?tab=register`). */
function useAuthTab(hasRegister: boolean): [tab: AuthTab, choose: (tab: AuthTab) => void] {
  const tab = useSyncExternalStore<AuthTab>(
    followAddress,
    () => (hasRegister && new URLSearchParams(location.search).get('tab') === 'register' ? 'register' : 'login'),
    () => 'login',
  );
  const choose = (next: AuthTab) => {
    const address = new URL(location.href);
    if (next === 'register') address.searchParams.set('tab', next);
    else address.searchParams.delete('tab');
    history.replaceState(history.state, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  };
  return [tab, choose];
}

function followAddress(listener: () => void): () => void {
  addEventListener('popstate', listener);
  return () => removeEventListener('popstate', listener);
}
