import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/**
 * A page below a guard needs a clientLoader and a HydrateFallback: on a document request the server then sends the
 * fallback, and the page is rendered after the guard has run.
 */
export default [
  layout('customer-layout.tsx', [
    index('catalog/home-page.tsx'),
    route('products', 'catalog/products-page.tsx'),
    route('products/:productId', 'catalog/product-page.tsx'),
    route('pesanan', 'checkout/linked-order-page.tsx'),
    route('*', 'not-found-page.tsx'),
    layout('signed-in-guard.ts', [
      route('cart', 'cart/cart-page.tsx'),
      route('order', 'checkout/checkout-page.tsx'),
      route('my-order', 'orders/my-orders-page.tsx'),
      route('my-order/order/:orderId', 'orders/order-detail-page.tsx'),
      route('my-order/order/:orderId/receipt', 'orders/receipt-page.tsx'),
      route('profile', 'accounts/profile-page.tsx'),
      route('about-us', 'about/about-us-page.tsx'),
      route('help', 'about/help-page.tsx'),
      route('notifications', 'notifications/notifications-page.tsx'),
    ]),
  ]),
  layout('auth-layout.tsx', [
    route('auth/login', 'accounts/login-page.tsx'),
    route('auth/register', 'accounts/register-page.tsx'),
    route('auth/forgot-password', 'accounts/forgot-password-page.tsx'),
    route('auth/reset-password', 'accounts/reset-password-page.tsx'),
    route('auth/recover', 'accounts/recover-page.tsx'),
    route('auth/undo-email', 'accounts/undo-email-page.tsx'),
    route('auth/first-admin', 'accounts/first-admin-page.tsx'),
    route('auth/staff', 'staff/join-staff-page.tsx'),
  ]),
  layout('admin-guard.ts', [
    route('admin/print', 'orders/print-page.tsx'),
    route('admin/print/label/:productId', 'orders/product-label-page.tsx'),
    layout('admin-layout.tsx', [
      ...prefix('admin', [
        index('reports/admin-index-page.tsx'),
        route('production', 'reports/production-page.tsx'),
        route('manage-products', 'catalog/manage-products-page.tsx'),
        route('manage-products/many', 'catalog/many-products-page.tsx'),
        route('manage-orders', 'orders/manage-orders-page.tsx'),
        route('manage-orders/baru', 'checkout/new-order-page.tsx'),
        route('manage-orders/resi', 'orders/ship-many-page.tsx'),
        route('manage-orders/order/:orderId', 'orders/manage-order-page.tsx'),
        route('profile', 'accounts/admin-profile-page.tsx'),
        route('notifications', 'notifications/notifications-page.tsx', { id: 'admin-notifications' }),
        layout('admin-only.tsx', [
          route('manage-products/order', 'catalog/arrange-page.tsx'),
          route('manage-products/deleted', 'catalog/deleted-products-page.tsx'),
          route('dashboard', 'reports/dashboard-page.tsx'),
          route('report', 'reports/report-page.tsx'),
          route('customers/:customerId', 'reports/customer-page.tsx'),
          route('manage-users', 'staff/manage-users-page.tsx'),
          route('refunds', 'payments/refunds-page.tsx'),
          route('money', 'payments/money-page.tsx'),
          route('payment-report', 'payments/statement/report-page.tsx'),
          route('settings', 'settings/settings-page.tsx'),
        ]),
        route('*', 'admin-not-found-page.tsx'),
      ]),
    ]),
  ]),
] satisfies RouteConfig
