import { useEffect, useRef, useState, type ReactNode } from 'react';

/** Renders its content once it comes near the window, so content far below costs nothing. */
export function WhenSeen({ children, className }: { children: () => ReactNode; className?: string }) {
  const [isSeen, see] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) see(true);
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} className={className}>
      {isSeen ? children() : null}
    </div>
  );
}
