import { index, layout, prefix, type RouteConfig, route } from '@react-router/dev/routes'

/**
 * A page below a guard needs a clientLoader and a HydrateFallback: on a document request the server then sends the
 * fallback, and the page is rendered after the guard has run.
 */
export default [
  layout('customer-layout.tsx', [
    index('products/shop/home-page.tsx'),
    route('products', 'products/shop/products-page.tsx'),
    route('products/:productId', 'products/product/product-page.tsx'),
    route('pesanan', 'checkout/seller/linked-order-page.tsx'),
    route('*', 'not-found-page.tsx'),
    layout('signed-in-guard.ts', [
      route('cart', 'orders/cart/cart-page.tsx'),
      route('order', 'checkout/checkout-page.tsx'),
      route('my-order', 'orders/mine/my-orders-page.tsx'),
      route('my-order/order/:orderId', 'orders/mine/order-detail-page.tsx'),
      route('my-order/order/:orderId/receipt', 'orders/print/receipt-page.tsx'),
      route('profile', 'people/profile/profile-page.tsx'),
      route('about-us', 'office/about/about-us-page.tsx'),
      route('help', 'office/about/help-page.tsx'),
      route('notifications', 'people/notifications/notifications-page.tsx'),
    ]),
  ]),
  layout('auth-layout.tsx', [
    route('auth/login', 'people/login/login-page.tsx'),
    route('auth/register', 'people/login/register-page.tsx'),
    route('auth/forgot-password', 'people/login/forgot-password-page.tsx'),
    route('auth/reset-password', 'people/login/reset-password-page.tsx'),
    route('auth/recover', 'people/login/recover-page.tsx'),
    route('auth/undo-email', 'people/login/undo-email-page.tsx'),
    route('auth/first-admin', 'people/login/first-admin-page.tsx'),
    route('auth/staff', 'people/staff/join-staff-page.tsx'),
  ]),
  layout('admin-guard.ts', [
    route('admin/print', 'orders/print/print-page.tsx'),
    route('admin/print/label/:productId', 'orders/print/product-label-page.tsx'),
    layout('admin-layout.tsx', [
      ...prefix('admin', [
        index('office/reports/admin-index-page.tsx'),
        route('production', 'office/production/production-page.tsx'),
        route('manage-products', 'products/manage/manage-products-page.tsx'),
        route('manage-products/many', 'products/many/many-products-page.tsx'),
        route('manage-orders', 'orders/list/manage-orders-page.tsx'),
        route('manage-orders/baru', 'checkout/seller/new-order-page.tsx'),
        route('manage-orders/resi', 'orders/ship-many/ship-many-page.tsx'),
        route('manage-orders/order/:orderId', 'orders/one/manage-order-page.tsx'),
        route('profile', 'people/profile/admin-profile-page.tsx'),
        route('notifications', 'people/notifications/notifications-page.tsx', { id: 'admin-notifications' }),
        layout('admin-only.tsx', [
          route('manage-products/import', 'products/import/import-page.tsx'),
          route('manage-products/order', 'products/manage/arrange-page.tsx'),
          route('manage-products/deleted', 'products/manage/deleted-products-page.tsx'),
          route('dashboard', 'office/reports/dashboard-page.tsx'),
          route('report', 'office/reports/report-page.tsx'),
          route('customers/:customerId', 'office/production/customer-page.tsx'),
          route('manage-users', 'people/staff/manage-users-page.tsx'),
          route('refunds', 'payments/refunds/refunds-page.tsx'),
          route('money', 'payments/money/money-page.tsx'),
          route('payment-report', 'payments/statement/report-page.tsx'),
          route('discounts', 'checkout/discounts/discounts-page.tsx'),
          route('batches', 'checkout/batches/batches-page.tsx'),
          route('settings', 'settings/settings-page.tsx'),
          route('settings/zones', 'settings/zones/zones-page.tsx'),
        ]),
        route('*', 'admin-not-found-page.tsx'),
      ]),
    ]),
  ]),
] satisfies RouteConfig
